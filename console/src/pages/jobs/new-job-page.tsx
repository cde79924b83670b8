import { Page } from '../../kit/page.tsx';

export function NewJobPage() {
  return <Page title="New Job">To be written.</Page>;
}
