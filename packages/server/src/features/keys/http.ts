export { keyAuthenticator } from './key-authenticator.ts';
