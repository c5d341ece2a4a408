/** The areas that the server uses, and that are translated. */
export { default as answers } from './answers.ts';
export { default as checkout } from './checkout.ts';
export { default as formats } from './formats.ts';
export { default as mails } from './mails.ts';
export { default as page } from './page.ts';
