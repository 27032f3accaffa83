import { t } from '@lingui/core/macro';
import { Menu, menuItemClass } from '@luit/ui/menu';
import { ThemeToggle } from '@luit/ui/theme-toggle';
import { Clapperboard, LogOut, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServices, useSession } from '../../lib/services';

export function UserMenu() {
  const { session } = useServices();
  const { user } = useSession();
  const name = user?.user_metadata.name || user?.email || '';
  return (
    <Menu
      label={t`User menu for ${name}`}
      triggerClassName="grid size-10 place-items-center rounded-full bg-info-wash font-bold text-info"
      trigger={<span aria-hidden>{name.charAt(0).toUpperCase()}</span>}
    >
      <div className="mb-1.5 border-b border-line px-3 py-2.5 text-sm">
        <p className="max-w-56 truncate font-semibold">{name}</p>
        <p className="max-w-56 truncate text-muted">{user?.email}</p>
      </div>
      <Link to="/settings" className={menuItemClass()}>
        <Settings className="size-4" aria-hidden />
        {t`Settings`}
      </Link>
      <Link to="/library" className={menuItemClass()}>
        <Clapperboard className="size-4" aria-hidden />
        {t`Library`}
      </Link>
      <div data-keeps-menu className="flex items-center justify-between pl-3 text-sm font-medium @max-3xl:hidden">
        {t`Color theme`}
        <ThemeToggle />
      </div>
      <button type="button" className={menuItemClass()} onClick={() => session.signOut()}>
        <LogOut className="size-4" aria-hidden />
        {t`Sign out`}
      </button>
    </Menu>
  );
}
