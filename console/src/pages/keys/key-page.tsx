import { Page } from '../../kit/page.tsx';

export function KeyPage() {
  return <Page title="Key">To be written.</Page>;
}
