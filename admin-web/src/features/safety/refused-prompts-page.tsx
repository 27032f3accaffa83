import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { ShieldAlert } from 'lucide-react';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { ReasonedFile } from '../../components/reasoned-file';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { LIST_FILTERS } from '../../lib/list-filters';
import { FindingDecision } from './finding-decision';
import { CATEGORY_LABELS } from './safety-texts';
import { type AdminSafetyFinding, FINDINGS_PATH } from './findings';

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'lifted', label: 'Lifted' },
];
const VERDICTS = [
  { value: 'refuse', label: 'Refused' },
  { value: 'review', label: 'Made, to review' },
];
const CATEGORIES = SAFETY_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value].title }));

const COLUMNS: Column<AdminSafetyFinding>[] = [
  {
    key: 'verdict',
    header: 'Verdict',
    className: 'align-top',
    cell: ({ verdict }) => (
      <Badge tone={verdict === 'refuse' ? 'danger' : 'accent'}>{verdict === 'refuse' ? 'Refused' : 'To review'}</Badge>
    ),
  },
  {
    key: 'prompt',
    header: 'Prompt',
    onPhones: 'block',
    className: 'min-w-52 py-2.5 align-top lg:min-w-72',
    cell: ({ id, prompt, negativePrompt, category, phrases, appeal, hasOutput, isGuest }) => (
      <>
        <p className="text-label text-muted">{`${CATEGORY_LABELS[category].title}: ${phrases.join(' + ')}`}</p>
        <p className="max-w-prose wrap-anywhere whitespace-pre-wrap" dir="auto">
          {prompt}
        </p>
        {negativePrompt && (
          <p className="max-w-prose text-label wrap-anywhere text-muted" dir="auto">
            To avoid: {negativePrompt}
          </p>
        )}
        {hasOutput && <ReasonedFile path={`${FINDINGS_PATH}/${id}/output`} label="Output of this prompt" />}
        {appeal && (
          <div className="mt-2 max-w-prose border-s-2 border-accent ps-3">
            <p className="text-label text-muted">
              {isGuest ? 'The guest' : 'The account'} says that this is a mistake, <Timestamp at={appeal.at} canWrap />
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {appeal.text}
            </p>
          </div>
        )}
      </>
    ),
  },
  {
    key: 'account',
    header: 'Account',
    className: 'max-w-48 align-top',
    cell: ({ userId, isGuest, requestId }) => (
      <>
        {isGuest ? <span>Guest</span> : <TextLink to={`/users/${userId}`}>View account</TextLink>}
        {requestId && (
          <p>
            <TextLink to={`/jobs/${requestId}`}>View job</TextLink>
          </p>
        )}
      </>
    ),
  },
  {
    key: 'received',
    header: 'Received',
    className: 'align-top',
    cell: ({ createdAt }) => <Timestamp at={createdAt} canWrap />,
  },
  {
    key: 'decision',
    header: 'Decision',
    className: 'align-top',
    cell: (finding) => <FindingDecision finding={finding} />,
  },
];

/** Prompts that the content policy refused, and accepted prompts that an operator should review. */
export default function RefusedPromptsPage() {
  const state = useTableState({ filters: LIST_FILTERS['refused-prompts'] });
  const query = usePage<AdminSafetyFinding>(FINDINGS_PATH, state);
  return (
    <>
      <PageHeader
        title="Refused prompts"
        description="Prompts that the content policy refused, and accepted prompts to review. Appeals come first, then the newest."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="state" label="Decision" options={STATES} />
        <Filter state={state} name="verdict" label="Verdict" options={VERDICTS} />
        <Filter state={state} name="category" label="Category" options={CATEGORIES} />
      </TableToolbar>
      <PagedTable
        caption="Refused prompts"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No prompts', icon: <ShieldAlert className="size-6" /> }}
      />
    </>
  );
}
