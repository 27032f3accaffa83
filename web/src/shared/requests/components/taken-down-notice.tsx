import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Link } from 'react-router-dom';

const KINDS: Record<TakedownKind, () => string> = {
  intimate_imagery: () => t`Intimate imagery or child abuse`,
  order: () => t`Order of a court or government`,
  unlawful: () => t`Unlawful or harmful content, impersonation`,
  grievance: () => t`A grievance`,
  personal_data: () => t`Personal data`,
};

/** Tells the owner of an output why nobody can see it, and how to object. */
export function TakenDownNotice({ request: { takedown } }: { request: Pick<RequestView, 'takedown'> }) {
  if (!takedown) return null;
  return (
    <Alert tone="danger">
      <p>
        <Trans>We took this down. Nobody can see it, including you.</Trans>
      </p>
      <p className="font-normal break-words">
        {KINDS[takedown.kind]()}: <bdi>{takedown.reason}</bdi>
      </p>
      <Link to="/contact" className="mt-1.5 inline-block font-semibold underline underline-offset-4">
        <Trans>Object to this decision</Trans>
      </Link>
    </Alert>
  );
}
