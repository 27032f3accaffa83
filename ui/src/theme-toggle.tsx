import { Monitor, Moon, Sun } from 'lucide-react';
import { uiTexts } from './texts';
import { setTheme, useTheme, type Theme } from './theme';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function ThemeToggle() {
  const theme = useTheme();
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      onClick={() => setTheme(NEXT[theme])}
      aria-label={uiTexts.colorTheme(theme, NEXT[theme])}
      className="grid size-10 place-items-center rounded-control text-current opacity-80 transition-opacity hover:opacity-100"
    >
      <Icon className="size-5" aria-hidden />
    </button>
  );
}
