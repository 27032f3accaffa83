import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { useServices } from '../../lib/services';
import { BannerSection } from './banner-section';
import { PauseSection } from './pause-section';
import { serviceStatusQuery } from './service-status-query';

export default function MaintenancePage() {
  const { client } = useServices();
  const query = useQuery(serviceStatusQuery(client));
  return (
    <>
      <PageHeader
        title="Maintenance"
        description="Changes reach creators within a minute and are recorded in the audit log."
      />
      <QueryPanel query={query} loading="Loading restrictions">
        {({ banner, pause }) => (
          <div className="grid gap-5">
            <PauseSection pause={pause} />
            <BannerSection key={banner?.since} banner={banner} />
          </div>
        )}
      </QueryPanel>
    </>
  );
}
