import { buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Link } from 'react-router-dom';
import { accountCopy } from '../copy';

export function ApiKeysCard() {
  return (
    <Card as="section" aria-labelledby="api-keys" className="p-6 sm:p-8">
      <h2 id="api-keys" className="text-title heading">
        {accountCopy.apiKeys}
      </h2>
      <p className="mt-1 text-muted">{accountCopy.apiKeysLead}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/dashboard/api-keys" className={buttonClass('secondary')}>
          {accountCopy.toApiKeys}
        </Link>
        <Link to="/dashboard/webhooks" className={buttonClass('secondary')}>
          {accountCopy.toWebhooks}
        </Link>
        <Link to="/developers" className={buttonClass('ghost')}>
          {accountCopy.toDevelopers}
        </Link>
      </div>
    </Card>
  );
}
