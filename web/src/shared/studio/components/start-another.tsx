import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Link, useLocation } from 'react-router-dom';

/** Leads back to the form on narrow screens, where the stage covers it. The job on the stage keeps running. */
export function StartAnother() {
  const { pathname } = useLocation();
  return (
    <Link to={pathname} className={buttonClass('secondary', 'md', 'mt-3 lg:hidden')}>
      {t`Start another`}
    </Link>
  );
}
