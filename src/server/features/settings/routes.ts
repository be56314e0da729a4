import type { settingsRoutes } from '#shared/contract/settings.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import {
  readSettings,
  changeReportSettings,
  changePaymentSettings,
  changeRetentionSettings,
  changeInvitationSettings,
  approveRetention,
  previewRetention,
} from './change-settings.ts'
import { readFirstContents, decideFirstContents } from './first-contents.ts'
import { listInvitations, createInvitation, revokeInvitation } from './invitations.ts'

export const settingsHandlers: HandlersOf<typeof settingsRoutes> = {
  'settings.read': readSettings,
  'settings.reports': changeReportSettings,
  'settings.payment': changePaymentSettings,
  'settings.retention': changeRetentionSettings,
  'settings.invitations': changeInvitationSettings,
  'settings.retentionApprove': approveRetention,
  'settings.retentionPreview': previewRetention,
  'settings.contentsRead': readFirstContents,
  'settings.contents': decideFirstContents,
  'invitation.list': listInvitations,
  'invitation.create': createInvitation,
  'invitation.revoke': revokeInvitation,
}
