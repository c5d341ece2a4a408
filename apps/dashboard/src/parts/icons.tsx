import type { ReactNode } from 'react';

interface IconProps {
  /** Pixels. */
  readonly size?: number;
}

export type Icon = (props: IconProps) => ReactNode;

/** An icon from lines in a square of 24 × 24. Screen readers ignore it, so a text must say the same. */
function lines(...paths: readonly string[]): Icon {
  return ({ size = 18 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

export const AddIcon = lines('M12 5v14', 'M5 12h14');
export const AddonIcon = lines('M5 8h14l-1.2 11a2 2 0 0 1-2 1.8H8.2a2 2 0 0 1-2-1.8L5 8', 'M9 8V6a3 3 0 0 1 6 0v2');
export const AlertIcon = lines('M12 4 3 19.5h18L12 4', 'M12 10v4', 'M12 16.9v.1');
export const AttendeeIcon = lines(
  'M4 5h16v14H4V5',
  'M9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  'M6 16a3 3 0 0 1 6 0',
  'M15 10h2',
  'M15 14h2',
);
export const AuditIcon = lines('M7 3h8l4 4v14H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2', 'M14 3v5h5', 'm9 15 2 2 4-4');
export const CheckIcon = lines('m5 12.5 4.5 4.5L19 7.5');
export const ChevronIcon = lines('m8 10 4 4 4-4');
export const CopyIcon = lines('M9 9h11v11H9V9', 'M5 15H4V4h11v1');
export const EventIcon = lines('M5 6h14v14H5V6', 'M5 10h14', 'M9 4v4', 'M15 4v4');
export const FilterIcon = lines('M4 6h16', 'M7 12h10', 'M10 18h4');
export const GateIcon = lines('M5 21V4h9v17', 'M3 21h18', 'M11 12h.01', 'M14 6h4v15');
export const HealthIcon = lines('M3 12h4l3-7 4 14 3-7h4');
export const InboxIcon = lines('M4 13 6.5 5h11L20 13v6H4v-6', 'M4 13h5a3 3 0 0 0 6 0h5');
export const KeyIcon = lines('M8 19a4 4 0 1 1 0-8 4 4 0 0 1 0 8', 'm11 12 8-8', 'm15.5 7.5 3 3');
export const LanguageIcon = lines(
  'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18',
  'M3.5 9h17',
  'M3.5 15h17',
  'M12 3c3 3 3 15 0 18',
  'M12 3c-3 3-3 15 0 18',
);
export const LockIcon = lines('M6 11h12v9H6v-9', 'M9 11V8a3 3 0 0 1 6 0v3');
export const LogIcon = lines('M4 6h16', 'M4 12h16', 'M4 18h10');
export const MembersIcon = lines(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  'M3 20v-1a5 5 0 0 1 5-5h2a5 5 0 0 1 5 5v1',
  'M16 4.3a3.5 3.5 0 0 1 0 6.4',
  'M18 14.5a5 5 0 0 1 3 4.5v1',
);
export const MoonIcon = lines('M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5');
export const MoreIcon = lines('M6 12h.01', 'M12 12h.01', 'M18 12h.01');
export const OperatorIcon = lines('M4 5h16v6H4V5', 'M4 13h16v6H4v-6', 'M8 8h.01', 'M8 16h.01');
export const OrderIcon = lines('M6 3h12v18l-3-2-3 2-3-2-3 2V3', 'M9.5 8h5', 'M9.5 12h5');
export const OrganizerIcon = lines('M4 20h16', 'M6 20V5l7-2v17', 'M13 8l5 2v10', 'M9 8h.01', 'M9 12h.01', 'M9 16h.01');
export const OverviewIcon = lines('M4 20h16', 'M7 16v-5', 'M12 16V6', 'M17 16v-8');
export const QuestionIcon = lines(
  'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16',
  'M9.8 9.8a2.2 2.2 0 1 1 3 2.5c-.5.2-.8.6-.8 1.1v.4',
  'M12 16.4v.1',
);
export const ReferenceIcon = lines(
  'M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4V5',
  'M20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6V5',
);
export const SandboxIcon = lines(
  'M9 3h6',
  'M10 3v6L5 19a1.5 1.5 0 0 0 1.4 2h11.2a1.5 1.5 0 0 0 1.4-2L14 9V3',
  'M7.5 15h9',
);
export const SearchIcon = lines('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14', 'm16 16 4 4');
export const SettlementIcon = lines('M3 10 12 4l9 6', 'M5 10v8', 'M10 10v8', 'M14 10v8', 'M19 10v8', 'M3 20h18');
export const SignOutIcon = lines('M14 4H5v16h9', 'M10 12h11', 'm18 9 3 3-3 3');
export const SunIcon = lines(
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  'M12 3v2',
  'M12 19v2',
  'M3 12h2',
  'M19 12h2',
  'm5.6 5.6 1.4 1.4',
  'm17 17 1.4 1.4',
  'm5.6 18.4 1.4-1.4',
  'm17 7 1.4-1.4',
);
export const TicketIcon = lines('M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4V7', 'M14 7v2', 'M14 11v2', 'M14 15v2');
export const UsageIcon = lines('M4 20h16', 'm5 15 4-5 4 3 6-8');
export const UserIcon = lines('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8', 'M5 20a5 5 0 0 1 5-5h4a5 5 0 0 1 5 5');
export const WebhookIcon = lines(
  'M9 9.5a3.5 3.5 0 1 1 5.5 2.8L17 17',
  'M7 20a3.5 3.5 0 0 1 0-7',
  'M7 16.5h9',
  'M17 20a3.5 3.5 0 1 0 0-7',
  'M11 11l-4 5.5',
);
