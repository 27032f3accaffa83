import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  /** A tab without content selects something that is rendered elsewhere. */
  tabs: { value: string; label: ReactNode; content?: ReactNode }[];
  value?: string;
  onChange?: (value: string) => void;
  /** Rendered at the end of the tab row. */
  aside?: ReactNode;
}

/** Tabs with arrow-key navigation. Uncontrolled without `value`. */
export function Tabs({ label, tabs, value, onChange, aside }: TabsProps) {
  return (
    <Base.Root
      defaultValue={value === undefined ? tabs[0]?.value : undefined}
      value={value}
      onValueChange={(next) => onChange?.(String(next))}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line">
        <Base.List aria-label={label} className="relative flex max-w-full flex-wrap gap-x-1">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="inline-flex min-h-11 items-center gap-1.5 px-3 text-sm font-semibold whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-3 data-active:text-ink"
            >
              {tab.label}
            </Base.Tab>
          ))}
          <Base.Indicator className="absolute bottom-(--active-tab-bottom) left-0 h-[3px] w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-200 ease-standard" />
        </Base.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-w-0 outline-offset-[-3px]">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
