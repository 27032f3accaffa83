import type { RouteState } from '@luit/contracts/generation/model-editor';
import { Badge } from '@luit/ui/badge';
import { Tabs } from '@luit/ui/tabs';
import { Textarea } from '@luit/ui/textarea';
import { type ReactNode, useState } from 'react';
import { EntryFormProvider } from './form/entry-form';
import { GeneralTab } from './form/general-tab';
import { PriceTab } from './form/price-tab';
import { RoutesTab } from './form/routes-tab';
import { TakesTab } from './form/takes-tab';
import type { EntryDraft } from './use-entry-draft';

interface EntryTabsProps {
  draft: EntryDraft;
  /** The faults to show: all, or none in a form that nobody has touched. */
  problems?: EntryDraft['problems'];
  isNew: boolean;
  canChange: boolean;
  others: { id: string; name: string }[];
  health: RouteState[];
  /** Absent for a new model. */
  history?: ReactNode;
}

/** The parts of an entry that each tab shows, by the start of their paths. */
const PATHS = {
  general: /^(id|name|description|output|state|endsAt|replacement)(\.|$)/,
  takes: /^(starts|parameters)(\.|$)/,
  price: /^price(\.|$)/,
  routes: /^routes(\.|$)/,
};

/** The entry of a model as forms and as JSON, each fault beside its field and counted on its tab. */
export function EntryTabs({
  draft,
  problems = draft.problems,
  isNew,
  canChange,
  others,
  health,
  history,
}: EntryTabsProps) {
  const [tab, setTab] = useState('general');
  const faults = [...problems.keys()];
  const label = (text: string, paths: RegExp) => {
    const count = faults.filter((path) => paths.test(path)).length;
    return (
      <>
        <span>{text}</span>
        {count > 0 && (
          <Badge tone="danger">
            {count}
            <span className="sr-only">{count === 1 ? ' fault' : ' faults'}</span>
          </Badge>
        )}
      </>
    );
  };
  const panel = (content: ReactNode) => <div className="p-4 sm:p-5">{content}</div>;
  return (
    <EntryFormProvider entry={draft.entry} problems={problems} onChange={canChange ? draft.change : undefined}>
      <Tabs
        label="Parts of the entry"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'general',
            label: label('General', PATHS.general),
            content: panel(<GeneralTab isNew={isNew} others={others} />),
          },
          { value: 'takes', label: label('Takes', PATHS.takes), content: panel(<TakesTab />) },
          { value: 'price', label: label('Price', PATHS.price), content: panel(<PriceTab />) },
          { value: 'routes', label: label('Routes', PATHS.routes), content: panel(<RoutesTab health={health} />) },
          { value: 'json', label: 'JSON', content: panel(<JsonTab draft={draft} canChange={canChange} />) },
          ...(history ? [{ value: 'history', label: 'History', content: history }] : []),
        ]}
      />
    </EntryFormProvider>
  );
}

function JsonTab({ draft: { text, fault, type }, canChange }: Pick<EntryTabsProps, 'draft' | 'canChange'>) {
  return (
    <Textarea
      label="Entry as JSON"
      spellCheck={false}
      readOnly={!canChange}
      className="[&_textarea]:max-h-[36rem] [&_textarea]:font-mono [&_textarea]:text-sm"
      value={text}
      error={fault}
      onChange={(event) => type(event.target.value)}
    />
  );
}
