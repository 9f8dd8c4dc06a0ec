/** The browser of the pictures is that of the tests. */
export { launchBrowser, unpackBrowser } from '../../src/pictures/browser.ts';
