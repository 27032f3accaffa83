import { MAX_BREACH_TEXT, MAX_BREACH_TITLE } from '@luit/contracts/auth/breach-limits';
import type { BreachDetails } from '@luit/contracts/auth/breaches';
import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { Section } from '../../components/section';
import { StillNeeded } from '../../components/still-needed';
import { errorMessage } from '../../lib/admin-error';
import { fromLocalTime, TIME_ZONE_NAME } from '../../lib/format';
import { useServices } from '../../lib/services';
import { BREACHES_PATH, useBreachRefresh } from './breaches-query';

/** Records a breach, which starts the clocks of its notices. */
export default function NewBreachPage() {
  const { client } = useServices();
  const navigate = useNavigate();
  const refresh = useBreachRefresh();
  const hintId = useId();
  const [fields, setFields] = useState({ title: '', description: '', noticedBy: '', noticedAt: '' });
  const set = (change: Partial<typeof fields>) => setFields((old) => ({ ...old, ...change }));
  const { title, description, noticedBy, noticedAt } = fields;
  const record = useMutation({
    mutationFn: () =>
      client.send<{ breach: BreachDetails }>('POST', BREACHES_PATH, {
        ...{ title: title.trim(), description: description.trim(), noticedBy: noticedBy.trim() },
        noticedAt: fromLocalTime(noticedAt),
      }),
    onSuccess: async ({ breach }) => {
      await refresh();
      await navigate(`/breaches/${breach.id}`);
    },
  });
  const missing = [
    ...(title.trim() ? [] : ['the title']),
    ...(description.trim() ? [] : ['what happened']),
    ...(noticedBy.trim() ? [] : ['who noticed it']),
    ...(noticedAt ? [] : ['when it was noticed']),
  ];
  return (
    <>
      <PageHeader
        title="Record a breach"
        description="Record it as soon as you suspect one. If it turns out not to be a breach, you can close it with a note."
        back={<BackLink to="/breaches">Breaches</BackLink>}
      />
      <div className="max-w-3xl">
        <Section title="Facts">
          <form
            noValidate
            className="grid gap-4 p-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (missing.length === 0 && !record.isPending) record.mutate();
            }}
          >
            <Input
              label="Title"
              maxLength={MAX_BREACH_TITLE}
              value={title}
              onChange={(event) => set({ title: event.target.value })}
            />
            <Textarea
              label="What happened"
              hint="The drafts of all notices contain this text, including the notice to the people affected."
              maxLength={MAX_BREACH_TEXT}
              value={description}
              onChange={(event) => set({ description: event.target.value })}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <Input
                label="Noticed by"
                maxLength={INPUT_LIMITS.reason}
                value={noticedBy}
                onChange={(event) => set({ noticedBy: event.target.value })}
              />
              <Input
                label={`Noticed at (${TIME_ZONE_NAME})`}
                type="datetime-local"
                value={noticedAt}
                onChange={(event) => set({ noticedAt: event.target.value })}
              />
            </div>
            {record.isError && <Alert tone="danger">{errorMessage(record.error)}</Alert>}
            <div>
              <Button type="submit" busy={record.isPending} disabled={missing.length > 0} aria-describedby={hintId}>
                Record breach
              </Button>
              <StillNeeded id={hintId} missing={missing} />
            </div>
          </form>
        </Section>
      </div>
    </>
  );
}
