const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** Order matters: Android user agents also contain `Linux`, iPhone ones `like Mac OS X`. */
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The device in a user agent; empty if it is unknown. */
export interface DeviceParts {
  browser: string;
  system: string;
}

export function devicePartsOf(userAgent: string): DeviceParts {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/** A readable device name in English from a user agent, for example `Firefox on Android`. */
export function deviceName(userAgent: string): string {
  const { browser, system } = devicePartsOf(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || 'Unknown device';
}
