import { NewProfiles, ProfileId, UploadedProfiles } from '@parley/contract/sourcing.ts';
import { route } from '../../http/route.ts';
import { removeProfile, uploadProfiles } from './profile.actions.ts';
import { failureNames } from './request.model.ts';

const common = { tag: 'Sourcing', failureNames };

export const profileRoutes = [
  route({
    ...common,
    method: 'POST',
    path: '/sourcing/profiles',
    name: 'uploadProfiles',
    summary: 'Put people into the talent pool',
    description:
      'Up to 1,000 in a request. They stay until you delete them: say to them what you keep, and for how long.',
    needs: ['write:contacts'],
    body: NewProfiles,
    reply: { 201: UploadedProfiles },
    handle: ({ scope, body }) => uploadProfiles(scope, body.profiles),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/sourcing/profiles/{profileId}',
    name: 'deleteProfile',
    summary: 'Delete somebody from the talent pool',
    description: 'Also from the results of earlier searches and enrichments. A contact made of them stays.',
    needs: ['delete:contacts'],
    params: { profileId: ProfileId },
    reply: { 204: null },
    handle: ({ scope, params }) => removeProfile(scope, params.profileId),
  }),
];
