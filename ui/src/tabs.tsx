import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: { value: string; label: string; content: ReactNode }[];
  value?: string;
  onChange?: (value: string) => void;
}

/** Panels of which one is shown. Arrow keys move between the tabs; without `value` it keeps its own state. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root
      defaultValue={value === undefined ? tabs[0]?.value : undefined}
      value={value}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 px-4 text-sm font-semibold whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-3 data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-[3px] w-(--active-tab-width) translate-x-(--active-tab-left) bg-muga transition-[translate,width] duration-200 ease-current" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
