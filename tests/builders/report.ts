/** A report as the form sends it. Everything can be overridden. */
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import type { createReport } from '#shared/contract/reports.ts'

type Body = CallArguments<typeof createReport>['body']

export const reportBody = (wish: Partial<Body> = {}): Body => ({
  type: 'Physical violence and threats',
  country: 'Sudan',
  city: 'Nyala',
  googleMapLink: 'https://www.openstreetmap.org/?mlat=12.05&mlon=24.88',
  description: 'What was seen',
  actor: 'Armed group',
  actorName: 'Unknown',
  actorDesc: 'In uniform',
  actorAccount: 'https://social.example/actor',
  victim: 'Civilians',
  evidenceList: [],
  ...wish,
})
