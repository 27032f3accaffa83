import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { menuItemClass } from './menu';

export interface MenuAction {
  label: string;
  /** What it costs or needs, in quiet letters. */
  detail?: string;
  Icon: LucideIcon;
  isDisabled?: boolean;
  className?: string;
  run: () => void;
}

interface ActionMenuProps {
  /** The accessible name of the trigger, where its content is none. */
  label?: string;
  trigger: ReactNode;
  triggerClassName: string;
  actions: readonly MenuAction[];
}

/** Actions above a button, which open where there is room. */
export function ActionMenu({ label, trigger, triggerClassName, actions }: ActionMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger aria-label={label} title={label} className={triggerClassName}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={8} collisionPadding={12} className="z-45">
          <Menu.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-60 overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-float outline-none">
            {actions.map(({ label: text, detail, Icon, isDisabled, className, run }) => (
              <Menu.Item
                key={text}
                disabled={isDisabled}
                onClick={run}
                className={menuItemClass(
                  `cursor-pointer py-1.5 outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-sunken ${className ?? ''}`,
                )}
              >
                <Icon className="size-4 shrink-0" aria-hidden />
                <span className="grid">
                  {text}
                  <span className="text-label font-normal text-muted empty:hidden">{detail}</span>
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
