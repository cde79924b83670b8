import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/me.ts';
import { buttonClass } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { NotAllowed } from '../../components/placeholder.tsx';
import { ContactImport } from '../../csv/contact-import.tsx';

/** `/contacts/import`: contacts out of a file. */
export function ImportPage() {
  const mayWrite = useHasRole('member');
  return (
    <Page title="Import contacts" trail={<Link to="/contacts">Contacts</Link>}>
      {mayWrite ? (
        <ContactImport
          next={() => (
            <div>
              <Link to="/contacts" className={buttonClass('primary')}>
                View contacts
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
