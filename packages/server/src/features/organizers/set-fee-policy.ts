import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import { maxAmount } from '../../platform/money.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { changeSettings } from './change-settings.ts';
import type { FeePolicy } from './queries.ts';

/**
 * Sets the fee policy of an organizer for new orders. Existing orders keep their fees.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `invalid_settings` if a value is out of range. It has a field error for each invalid value.
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function setFeePolicy(
  db: Db,
  scope: RequestScope,
  policy: FeePolicy,
  ifMatch: IfMatch | null = null,
): Promise<void> {
  const { organizerId } = scope;
  const fieldErrors: FieldError[] = [];
  for (const name of ['platformFeeBps', 'paymentFeeBps', 'taxBps'] as const) {
    if (!Number.isInteger(policy[name]) || policy[name] < 0 || policy[name] > 10_000) {
      fieldErrors.push(fieldError(name, 'not_basis_points', {}));
    }
  }
  for (const name of ['platformFeeFixed', 'paymentFeeFixed'] as const) {
    if (!Number.isInteger(policy[name]) || policy[name] < 0 || policy[name] > maxAmount) {
      fieldErrors.push(fieldError(name, 'not_minor_units', {}));
    }
  }
  if (fieldErrors.length > 0) {
    throw new ApiError('invalid_settings', {}, { fields: fieldErrors });
  }
  const now = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    const columns = {
      platform_fee_bps: policy.platformFeeBps,
      platform_fee_fixed: policy.platformFeeFixed,
      payment_fee_bps: policy.paymentFeeBps,
      payment_fee_fixed: policy.paymentFeeFixed,
      tax_bps: policy.taxBps,
      tax_mode: policy.taxMode,
      fees_paid_by: policy.paidBy,
    };
    await changeSettings(tx, organizerId, columns, { now, ifMatch });
    const { platformFeeBps, platformFeeFixed, paymentFeeBps, paymentFeeFixed, taxBps, taxMode, paidBy } = policy;
    const details = { platformFeeBps, platformFeeFixed, paymentFeeBps, paymentFeeFixed, taxBps, taxMode, paidBy };
    await recordAudit(tx, scope, { action: 'organizer.set_fees', subject: organizerId, details, at: now });
  });
}
