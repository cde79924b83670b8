import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { ContactImport } from '../../csv/contact-import.tsx';
import { buttonClass } from '../../kit/button.tsx';
import { NotAllowed } from '../../kit/not-allowed.tsx';
import { Page } from '../../kit/page.tsx';

/** `/contacts/import`: contacts out of a file. */
export function ImportPage() {
  const mayWrite = useMay('member');
  return (
    <Page title="Import contacts" trail={<Link to="/contacts">Contacts</Link>}>
      {mayWrite ? (
        <ContactImport
          next={() => (
            <div>
              <Link to="/contacts" className={buttonClass('primary')}>
                See the contacts
              </Link>
            </div>
          )}
        />
      ) : (
        <NotAllowed />
      )}
    </Page>
  );
}
