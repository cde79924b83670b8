import { Page } from '../../kit/page.tsx';

export function ContactsPage() {
  return <Page title="Contacts">To be written.</Page>;
}
