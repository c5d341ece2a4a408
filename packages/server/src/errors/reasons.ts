import { accessReasons } from './reasons/access.ts';
import { accountReasons } from './reasons/accounts.ts';
import { catalogReasons } from './reasons/catalog.ts';
import { gateReasons } from './reasons/gate.ts';
import { operationReasons } from './reasons/operation.ts';
import { orderReasons } from './reasons/orders.ts';
import { requestReasons } from './reasons/requests.ts';
import { sellingReasons } from './reasons/selling.ts';
import { serverReasons } from './reasons/server.ts';

/** All reasons for errors. The documentation lists the reasons of a code in the order of these properties. */
export const reasons = {
  ...requestReasons,
  ...accessReasons,
  ...accountReasons,
  ...catalogReasons,
  ...sellingReasons,
  ...orderReasons,
  ...gateReasons,
  ...operationReasons,
  ...serverReasons,
};

export type Reason = keyof typeof reasons;
