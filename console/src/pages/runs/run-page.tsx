import { Page } from '../../kit/page.tsx';

export function RunPage() {
  return <Page title="Run">To be written.</Page>;
}
