import type { Page } from 'playwright-core';
import { demonstrationUsers } from '../session/first-users.ts';

const findAdministrator = () => {
  const user = demonstrationUsers.find(({ admin }) => admin);
  if (!user) throw new Error('no demonstration user administers');
  return user;
};
export const administrator = findAdministrator();

/** Signs the page in as the administrator of the demonstration; it stands on the home afterwards. */
export const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.locator('input[name="userId"]').fill(administrator.login);
  await page.locator('input[name="password"]').fill(administrator.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => address.pathname !== '/auth');
};
