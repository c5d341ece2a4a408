export { accountRoutes } from './routes.account.ts';
export { factorRoutes } from './routes.factors.ts';
export { memberRoutes } from './routes.members.ts';
export { userOperatorRoutes } from './routes.operator.ts';
export { passkeyRoutes } from './routes.passkeys.ts';
export { signInRoutes } from './routes.sign-in.ts';
export { accountServices } from './services.ts';
export {
  type MemberPrincipal,
  memberAuthenticator,
  type OperatorPrincipal,
  operatorAuthenticator,
  organizerOperatorAuthenticator,
  userAuthenticator,
} from './session-authenticators.ts';
