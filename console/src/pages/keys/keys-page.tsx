import { Page } from '../../kit/page.tsx';

export function KeysPage() {
  return <Page title="Keys">To be written.</Page>;
}
