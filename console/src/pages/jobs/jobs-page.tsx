import { Page } from '../../kit/page.tsx';

export function JobsPage() {
  return <Page title="Jobs">To be written.</Page>;
}
