import { Tooltip } from '@mantine/core';
import { useOrganizerOrNull } from '#app/parts/account.ts';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

interface TimeProps {
  /** RFC 3339. */
  readonly at: string;
  /** IANA time zone, by default that of the organizer, or of the browser on pages without an organizer. */
  readonly zone?: string;
  /** `moment` (default): date, time and zone. `day`: only the date. `relative`: the distance from now, such as `5 minutes ago`. */
  readonly as?: 'moment' | 'day' | 'relative';
}

/** A time in the zone of the event. Its tooltip has the time in UTC. */
export function Time({ at, zone, as = 'moment' }: TimeProps) {
  const t = useMessages('parts');
  const { language, formats } = useLanguage();
  const organizer = useOrganizerOrNull();
  const timeZone = zone ?? organizer?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const utc = t.utc({ text: at.slice(0, 19).replace('T', ' ') });
  const moment = formats.dateTime(at, timeZone);
  return (
    <Tooltip label={as === 'moment' ? utc : `${moment} · ${utc}`} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be readable with a keyboard */}
      <time dateTime={at} className="time" tabIndex={0}>
        {as === 'moment'
          ? moment
          : as === 'day'
            ? formats.day(at, timeZone)
            : relativeText(at, Date.now() + (organizer?.clockAheadMs ?? 0), language)}
      </time>
    </Tooltip>
  );
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function relativeText(at: string, nowMs: number, language: string): string {
  const seconds = (new Date(at).getTime() - nowMs) / 1_000;
  const [unit, length] = units.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? (['second', 1] as const);
  // A time to come is rounded: an invitation that was just made for 7 days expires in 7 days, not in 6.
  const count = seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit);
}
