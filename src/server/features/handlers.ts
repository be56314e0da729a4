import type { Handlers } from '../http/handlers.ts'
import { about } from './about/about.ts'
import { eraseAccount } from './account/erase-account.ts'
import { exportAccount } from './account/export-account.ts'
import { myAccount } from './account/my-account.ts'
import { withdrawPhoto } from './account/withdraw-photo.ts'
import { auditState, checkAudit } from './audit/check-audit.ts'
import { auditCsv, auditLines } from './audit/export-audit.ts'
import { listAudit } from './audit/list-audit.ts'
import { login } from './auth/login.ts'
import { refresh } from './auth/refresh.ts'
import { endOneSession, endOtherSessions, listSessions, logout } from './auth/sessions.ts'
import { cardKeys } from './card/card-keys.ts'
import { myCard } from './card/my-card.ts'
import { statusList } from './card/status-list.ts'
import { verifyCard } from './card/verify-card.ts'
import { listClaims } from './claims/list-claims.ts'
import { readClaim } from './claims/read-claim.ts'
import { reopenClaim } from './claims/reopen-claim.ts'
import { replyToClaim } from './claims/reply-to-claim.ts'
import { sendContactMessage } from './claims/send-contact-message.ts'
import { updateClaim } from './claims/update-claim.ts'
import { makePledge } from './donations/make-pledge.ts'
import { pledgesCsv } from './donations/export-pledges.ts'
import {
  listPledges,
  pledgeTotals,
  reopenPledge,
  updatePledge,
} from './donations/manage-pledges.ts'
import { donationSummary } from './donations/summary.ts'
import { listDocumentViews, readDocuments } from './documents/list-documents.ts'
import { sendEmailCode } from './email-code/send-email-code.ts'
import { validateEmail } from './email-code/validate-email.ts'
import { verifyEmailCode } from './email-code/verify-email-code.ts'
import { attendanceCsv, countAttendance, readAttendance } from './events/attendance.ts'
import { callOffEvent } from './events/call-off.ts'
import { checkIn } from './events/check-in.ts'
import { deleteEvent } from './events/delete-event.ts'
import { listEvents, readEvent } from './events/list-events.ts'
import { cancelRegistration, registerForEvent } from './events/register.ts'
import { undoCheckIn } from './events/undo-check-in.ts'
import { createEvent, updateEvent } from './events/write-event.ts'
import { cancelUpload, readUpload, startUpload } from './evidence/begin-upload.ts'
import { readCustody } from './evidence/custody.ts'
import { exportPackage } from './evidence/export-package.ts'
import { finishUpload } from './evidence/finish-upload.ts'
import { evidenceKeys } from './evidence/keys.ts'
import { readOriginal } from './evidence/read-original.ts'
import { sendChunk } from './evidence/send-chunk.ts'
import { readFile } from './files/read-file.ts'
import { createEvidence, deleteEvidence, restoreEvidence } from './reports/change-evidence.ts'
import { listDeletedEvidence, listDeletedReports, restoreReport } from './reports/bin.ts'
import { deleteReport, updateReport } from './reports/change-report.ts'
import { createReport } from './reports/create-report.ts'
import { exportReports } from './reports/export-reports.ts'
import { listEvidence, listReports, readReport } from './reports/list-reports.ts'
import { listOwnReports } from './reports/own-reports.ts'
import { hideReport, publishReport } from './reports/publication.ts'
import { reportStatistics } from './reports/statistics.ts'
import {
  approveRetention,
  changeInvitationSettings,
  changePaymentSettings,
  changeReportSettings,
  changeRetentionSettings,
  previewRetention,
  readSettings,
} from './settings/change-settings.ts'
import { decideFirstContents, readFirstContents } from './settings/first-contents.ts'
import { createInvitation, listInvitations, revokeInvitation } from './settings/invitations.ts'
import { signPhoto, signPhotos } from './uploads/sign-photos.ts'
import { uploadFiles } from './uploads/upload-files.ts'
import { healthz, readyz } from './health/health.ts'
import { enrolKiosk } from './kiosk/enrol-device.ts'
import { listKiosks } from './kiosk/list-devices.ts'
import { endKiosk, kioskSelf } from './kiosk/own-device.ts'
import { revokeKiosk } from './kiosk/revoke-device.ts'
import { listNews, readNews } from './news/list-news.ts'
import { createNews, deleteNews, updateNews } from './news/write-news.ts'
import { sendResetCode } from './password-reset/send-reset-code.ts'
import { setNewPassword } from './password-reset/set-new-password.ts'
import { validateResetCode } from './password-reset/validate-reset-code.ts'
import { decidePortrait } from './portraits/decide-portrait.ts'
import { listPortraits } from './portraits/list-portraits.ts'
import { createRegistration } from './registration/create-registration.ts'
import { claimRequest, nextRequest, releaseRequest } from './requests/claim-request.ts'
import { listDeletedRequests, restoreRequest } from './requests/bin.ts'
import { decideRequest, deleteRequest } from './requests/decide-request.ts'
import { listRequests, readRequest } from './requests/list-requests.ts'
import { searchSite } from './search/search-site.ts'
import { readMailQueue, sendMailAgain } from './mail-queue/mail-queue.ts'
import { statsOverview } from './stats/overview.ts'
import { statsWaiting } from './stats/waiting.ts'
import { confirmSubscription } from './subscriptions/confirm-subscription.ts'
import { createSubscription } from './subscriptions/create-subscription.ts'
import { endSubscription, endSubscriptionAtOnce } from './subscriptions/end-subscription.ts'
import { createMember } from './users/create-member.ts'
import { deleteMember } from './users/delete-member.ts'
import { exportMembers } from './users/export-members.ts'
import { importMembers } from './users/import-members.ts'
import { listMembers, readMember } from './users/list-members.ts'
import { searchUser } from './users/search-user.ts'
import { undoEmailChange } from './users/undo-email-change.ts'
import { updateMember } from './users/update-member.ts'
import { validatePassword } from './users/validate-password.ts'

export const handlers: Handlers = {
  'auth.login': login,
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.sessions': listSessions,
  'auth.endSession': endOneSession,
  'auth.endOtherSessions': endOtherSessions,
  'email.validate': validateEmail,
  'email.send': sendEmailCode,
  'email.verify': verifyEmailCode,
  'registration.create': createRegistration,
  'password.reset': sendResetCode,
  'password.validate': validateResetCode,
  'password.update': setNewPassword,
  'user.search': searchUser,
  'user.export': exportMembers,
  'user.import': importMembers,
  'user.list': listMembers,
  'user.read': readMember,
  'user.update': updateMember,
  'user.delete': deleteMember,
  'user.create': createMember,
  'user.validatePassword': validatePassword,
  'email.undo': undoEmailChange,
  'request.list': listRequests,
  'request.read': readRequest,
  'request.decide': decideRequest,
  'request.delete': deleteRequest,
  'request.deleted': listDeletedRequests,
  'request.restore': restoreRequest,
  'request.claim': claimRequest,
  'request.release': releaseRequest,
  'request.next': nextRequest,
  'portrait.list': listPortraits,
  'portrait.decide': decidePortrait,
  'document.read': readDocuments,
  'account.documentViews': listDocumentViews,
  'card.me': myCard,
  'card.keys': cardKeys,
  'card.verify': verifyCard,
  'card.statusList': statusList,
  'event.list': listEvents,
  'event.read': readEvent,
  'event.create': createEvent,
  'event.update': updateEvent,
  'event.callOff': callOffEvent,
  'event.delete': deleteEvent,
  'event.register': registerForEvent,
  'event.cancel': cancelRegistration,
  'event.checkIn': checkIn,
  'event.undoCheckIn': undoCheckIn,
  'event.attendance': readAttendance,
  'event.counts': countAttendance,
  'event.attendanceCsv': attendanceCsv,
  'kiosk.enrol': enrolKiosk,
  'kiosk.list': listKiosks,
  'kiosk.revoke': revokeKiosk,
  'kiosk.me': kioskSelf,
  'kiosk.end': endKiosk,
  'news.list': listNews,
  'news.read': readNews,
  'news.create': createNews,
  'news.update': updateNews,
  'news.delete': deleteNews,
  'site.search': searchSite,
  'subscription.create': createSubscription,
  'subscription.confirm': confirmSubscription,
  'subscription.end': endSubscription,
  'subscription.oneClick': endSubscriptionAtOnce,
  'site.about': about,
  'contact.send': sendContactMessage,
  'claim.list': listClaims,
  'claim.read': readClaim,
  'claim.reply': replyToClaim,
  'claim.reopen': reopenClaim,
  'claim.update': updateClaim,
  'donation.summary': donationSummary,
  'donation.pledge': makePledge,
  'donation.list': listPledges,
  'donation.update': updatePledge,
  'donation.reopen': reopenPledge,
  'donation.totals': pledgeTotals,
  'donation.csv': pledgesCsv,
  'account.me': myAccount,
  'account.withdrawPhoto': withdrawPhoto,
  'account.export': exportAccount,
  'account.erase': eraseAccount,
  'audit.list': listAudit,
  'audit.state': auditState,
  'audit.check': checkAudit,
  'audit.csv': auditCsv,
  'audit.lines': auditLines,
  'mail.queue': readMailQueue,
  'mail.again': sendMailAgain,
  'settings.read': readSettings,
  'settings.reports': changeReportSettings,
  'settings.payment': changePaymentSettings,
  'settings.retention': changeRetentionSettings,
  'settings.retentionPreview': previewRetention,
  'settings.retentionApprove': approveRetention,
  'settings.invitations': changeInvitationSettings,
  'settings.contentsRead': readFirstContents,
  'settings.contents': decideFirstContents,
  'invitation.list': listInvitations,
  'invitation.create': createInvitation,
  'invitation.revoke': revokeInvitation,
  'upload.files': uploadFiles,
  'upload.signPhoto': signPhoto,
  'upload.signPhotos': signPhotos,
  'report.list': listReports,
  'report.mine': listOwnReports,
  'report.read': readReport,
  'report.deleted': listDeletedReports,
  'report.restore': restoreReport,
  'report.export': exportReports,
  'report.statistics': reportStatistics,
  'report.evidence': listEvidence,
  'report.create': createReport,
  'report.update': updateReport,
  'report.publish': publishReport,
  'report.hide': hideReport,
  'report.delete': deleteReport,
  'evidence.create': createEvidence,
  'evidence.delete': deleteEvidence,
  'evidence.deleted': listDeletedEvidence,
  'evidence.restore': restoreEvidence,
  'evidence.startUpload': startUpload,
  'evidence.readUpload': readUpload,
  'evidence.sendChunk': sendChunk,
  'evidence.finishUpload': finishUpload,
  'evidence.cancelUpload': cancelUpload,
  'evidence.custody': readCustody,
  'evidence.original': readOriginal,
  'evidence.package': exportPackage,
  'evidence.keys': evidenceKeys,
  'file.read': readFile,
  'stats.overview': statsOverview,
  'stats.waiting': statsWaiting,
  'health.process': healthz,
  'health.ready': readyz,
}
