import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Link } from 'react-router-dom';

export function ApiKeysCard() {
  return (
    <Card as="section" aria-labelledby="api-keys" className="p-6 sm:p-8">
      <h2 id="api-keys" className="text-title heading">
        {t`API keys`}
      </h2>
      <p className="mt-1 text-muted">{t`Let your own programs make videos with your credits, within budgets that you set.`}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/dashboard/api-keys" className={buttonClass('secondary')}>
          {t`Manage API keys`}
        </Link>
        <Link to="/dashboard/webhooks" className={buttonClass('secondary')}>
          {t`Manage webhooks`}
        </Link>
        <Link to="/developers" className={buttonClass('ghost')}>
          {t`Read the guide`}
        </Link>
      </div>
    </Card>
  );
}
