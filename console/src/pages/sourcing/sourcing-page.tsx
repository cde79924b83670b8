import { Page } from '../../kit/page.tsx';

export function SourcingPage() {
  return <Page title="Sourcing">To be written.</Page>;
}
