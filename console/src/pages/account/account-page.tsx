import { Page } from '../../kit/page.tsx';

export function AccountPage() {
  return <Page title="Account">To be written.</Page>;
}
