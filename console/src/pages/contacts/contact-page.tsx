import { Page } from '../../kit/page.tsx';

export function ContactPage() {
  return <Page title="Contact">To be written.</Page>;
}
