import { PageHeader } from '../../components/page-header';
import { TextLink } from '../../components/text-link';
import { LiveBadge } from '../../components/live-badge';
import { useLiveOperations } from '../live-operations/use-live-operations';
import { AlertList } from './alert-list';
import { BusinessFigures } from './business-figures';
import { InvariantSummary } from './invariant-summary';
import { Part } from './part';
import { ProviderRates } from './provider-rates';
import { Stopped } from './stopped';
import { useSources } from './use-sources';
import { verdictOf } from './verdict';
import { VerdictBanner } from './verdict-banner';
import { WaitingCustomers } from './waiting-customers';
import { WorkerSummary } from './worker-summary';

/** Answers whether everything is all right and, if not, what to do now. The business figures follow below. */
export default function HomePage() {
  const isLive = useLiveOperations();
  const { alerts, jobs, restrictions, workers, invariants } = useSources(isLive);
  const verdict = verdictOf({
    alerts: alerts.reading,
    jobs: jobs.reading,
    restrictions: restrictions.reading,
    workers: workers.reading,
    invariants: invariants.reading,
  });
  return (
    <>
      <PageHeader title="Home">
        <LiveBadge
          isLive={isLive}
          queries={[alerts.query, jobs.query, restrictions.query, workers.query, invariants.query]}
        />
      </PageHeader>
      <div className="grid gap-4">
        <VerdictBanner verdict={verdict} />
        <Part title="Open alerts" source={alerts} action={<TextLink to="/alerts">All alerts</TextLink>}>
          {({ items, open }) => <AlertList alerts={items} open={open} />}
        </Part>
        <div className="grid gap-4 xl:grid-cols-2">
          <Part title="Paused or unavailable" source={jobs}>
            {({ queues, providers }) => <Stopped queues={queues} providers={providers} />}
          </Part>
          <Part title="Customers waiting" source={jobs} action={<TextLink to="/jobs">All jobs</TextLink>}>
            {({ now }) => <WaitingCustomers now={now} />}
          </Part>
        </div>
        <Part title="Providers, last 5 minutes" source={jobs}>
          {({ providers }) => <ProviderRates providers={providers} />}
        </Part>
        <div className="grid gap-4 xl:grid-cols-2">
          <Part
            title="Money and jobs"
            source={invariants}
            action={<TextLink to="/invariants">All invariants</TextLink>}
          >
            {(overview) => <InvariantSummary overview={overview} />}
          </Part>
          <Part title="Workers" source={workers}>
            {(overview) => <WorkerSummary overview={overview} />}
          </Part>
        </div>
        <div className="mt-4">
          <BusinessFigures />
        </div>
      </div>
    </>
  );
}
