import type { DashboardTexts } from '#app/parts/language.tsx';

/** Names of browsers by a part of their `User-Agent`. The first match counts, because most also name another browser. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * The browser and the operating system of a `User-Agent`, in words.
 *
 * @returns null if neither is known
 */
export function describeBrowser(userAgent: string, { on }: Pick<DashboardTexts['account'], 'on'>): string | null {
  const nameIn = (list: readonly (readonly [string, string])[]) =>
    list.find(([part]) => userAgent.includes(part))?.[1] ?? null;
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  return browser !== null && system !== null ? on({ browser, system }) : (browser ?? system);
}
