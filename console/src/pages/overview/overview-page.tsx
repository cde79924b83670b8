import { Page } from '../../kit/page.tsx';

export function OverviewPage() {
  return <Page title="Overview">To be written.</Page>;
}
