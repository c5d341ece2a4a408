import type { GateScan } from '@organizer/shared/gate-api';

export type Direction = GateScan['direction'];
export type RefusalReason = NonNullable<GateScan['reason']>;
