import { Page } from '../../kit/page.tsx';

export function ImportPage() {
  return <Page title="Import">To be written.</Page>;
}
