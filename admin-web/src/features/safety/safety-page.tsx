import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { SafetySettings } from '@luit/contracts/generation/safety';
import { Alert } from '@luit/ui/alert';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { CategoryForm } from './category-form';
import { ClassifierForm } from './classifier-form';
import { SAFETY_KEY } from './use-save-safety';
import { ThrottleForm } from './throttle-form';

/** Which prompts are refused or reviewed before credits are held. */
export default function SafetyPage() {
  const { client } = useServices();
  const canChange = useCan('safety.change');
  const query = useQuery({
    queryKey: SAFETY_KEY,
    queryFn: ({ signal }) => client.get<SafetySettings>('/api/admin/safety', signal),
  });
  return (
    <>
      <PageHeader
        title="Safety"
        description="Prompts are checked before credits are held. Changes apply within seconds and are recorded in the audit log."
      />
      <QueryPanel query={query} loading="Loading safety settings">
        {({ categories, throttle, classifier }) => (
          <div className="grid gap-5">
            {!canChange && <Alert tone="info">Your role can view the settings but not change them.</Alert>}
            <fieldset disabled={!canChange} className="grid min-w-0 gap-5 xl:grid-cols-2">
              {SAFETY_CATEGORIES.map((category) => (
                <CategoryForm key={category} category={category} settings={categories[category]} />
              ))}
              <ThrottleForm throttle={throttle} />
              <ClassifierForm classifier={classifier} />
            </fieldset>
          </div>
        )}
      </QueryPanel>
    </>
  );
}
