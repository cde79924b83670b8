import { Page } from '../../kit/page.tsx';

export function JobPage() {
  return <Page title="Job">To be written.</Page>;
}
