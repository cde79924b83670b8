import { Page } from '../../kit/page.tsx';

export function ContactFieldsPage() {
  return <Page title="Contact Fields">To be written.</Page>;
}
