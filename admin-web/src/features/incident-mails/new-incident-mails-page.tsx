import type { IncidentPreview, IncidentSelection } from '@luit/contracts/auth/incident-mails';
import { useMutation } from '@tanstack/react-query';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { useServices } from '../../lib/services';
import { IncidentForm } from './incident-form';
import { IncidentMailForm } from './incident-mail-form';
import { INCIDENT_MAILS_PATH } from './incident-mailings';

/** Selects the users whose jobs an incident affected, and writes to them. */
export default function NewIncidentMailsPage() {
  const { client } = useServices();
  const preview = useMutation({
    mutationFn: (selection: IncidentSelection) =>
      client.send<IncidentPreview>('POST', `${INCIDENT_MAILS_PATH}/preview`, selection),
  });
  return (
    <>
      <PageHeader
        title="Email affected users"
        description="Select the jobs affected by an incident, check who would be emailed, then write the text."
        back={<BackLink to="/incident-mails">Incident emails</BackLink>}
      />
      <div className="grid max-w-3xl gap-5">
        <IncidentForm preview={preview} />
        {preview.data && <IncidentMailForm key={preview.data.mailingId} preview={preview.data} />}
      </div>
    </>
  );
}
