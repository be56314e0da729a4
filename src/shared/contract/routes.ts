import { about } from './about.ts'
import { eraseAccount, exportAccount, listAudit, myAccount, withdrawPhoto } from './account.ts'
import { auditCsv, auditLines, auditState, checkAudit } from './audit.ts'
import { endOtherSessions, endSession, listSessions, login, logout, refresh } from './auth.ts'
import { cardKeys, myCard, statusList, verifyCard } from './card.ts'
import { listClaims, readClaim, reopenClaim, replyToClaim, sendContactMessage, updateClaim } from './claims.ts'
import type { RouteDefinition } from './define-route.ts'
import { listDocumentViews, readDocuments } from './documents.ts'
import { donationSummary, listPledges, pledge, pledgesCsv, pledgeTotals, reopenPledge, updatePledge } from './donations.ts'
import {
  attendanceCsv, callOffEvent, cancelRegistration, checkIn, countAttendance, createEvent, createNews, deleteEvent, deleteNews, listEvents, listNews, readAttendance, readEvent, readNews, registerForEvent, undoCheckIn, updateEvent, updateNews,
} from './events.ts'
import { cancelEvidenceUpload, evidenceKeys, exportPackage, finishEvidenceUpload, readCustody, readEvidenceUpload, readOriginal, sendEvidenceChunk, startEvidenceUpload } from './evidence.ts'
import { readFile } from './files.ts'
import { endKiosk, enrolKiosk, kioskSelf, listKiosks, revokeKiosk } from './kiosk.ts'
import { exportReports, listDeletedEvidence, listDeletedReports, reportStatistics, restoreReport, hideReport, publishReport } from './report-staff.ts'
import { createEvidence, createReport, deleteEvidence, restoreEvidence, deleteReport, listEvidence, listReports, readReport, updateReport } from './reports.ts'
import { listOwnReports } from './own-reports.ts'
import { signPhoto, signPhotos, uploadFiles } from './uploads.ts'
import { healthz, readyz } from './health.ts'
import { createMember, deleteMember, exportMembers, importMembers, listMembers, readMember, undoEmailChange, updateMember, validatePassword } from './members.ts'
import { sendResetCode, setNewPassword, validateResetCode } from './password-reset.ts'
import { createRegistration, sendEmailCode, validateEmail, verifyEmailCode } from './registration.ts'
import { claimRequest, decideRequest, deleteRequest, listDeletedRequests, listRequests, nextRequest, readRequest, releaseRequest, restoreRequest } from './requests.ts'
import { decidePortrait, listPortraits } from './portraits.ts'
import { searchSite } from './search.ts'
import { readMailQueue, sendMailAgain } from './mail.ts'
import { statsOverview, statsWaiting } from './stats.ts'
import {
  approveRetention, changeInvitationSettings, changePaymentSettings, changeReportSettings, changeRetentionSettings, createInvitation, decideFirstContents, listInvitations, previewRetention,
  readFirstContents, readSettings, revokeInvitation,
} from './settings.ts'
import { confirmSubscription, createSubscription, endSubscription, endSubscriptionAtOnce } from './subscriptions.ts'
import { searchUser } from './users.ts'

/** Every route of the product. A route that is not in this table is not served, proxied or documented. */
export const ROUTES = {
  'kiosk.enrol': enrolKiosk,
  'kiosk.list': listKiosks,
  'kiosk.revoke': revokeKiosk,
  'kiosk.me': kioskSelf,
  'kiosk.end': endKiosk,
  'auth.login': login,
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.sessions': listSessions,
  'auth.endSession': endSession,
  'auth.endOtherSessions': endOtherSessions,
  'email.validate': validateEmail,
  'email.send': sendEmailCode,
  'email.verify': verifyEmailCode,
  'registration.create': createRegistration,
  'password.reset': sendResetCode,
  'password.validate': validateResetCode,
  'password.update': setNewPassword,
  'user.search': searchUser,
  'user.list': listMembers,
  'user.export': exportMembers,
  'user.import': importMembers,
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
  'news.list': listNews,
  'news.read': readNews,
  'news.create': createNews,
  'news.update': updateNews,
  'news.delete': deleteNews,
  'site.about': about,
  'site.search': searchSite,
  'subscription.create': createSubscription,
  'subscription.confirm': confirmSubscription,
  'subscription.end': endSubscription,
  'subscription.oneClick': endSubscriptionAtOnce,
  'contact.send': sendContactMessage,
  'claim.list': listClaims,
  'claim.read': readClaim,
  'claim.reply': replyToClaim,
  'claim.reopen': reopenClaim,
  'claim.update': updateClaim,
  'donation.summary': donationSummary,
  'donation.pledge': pledge,
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
  'evidence.startUpload': startEvidenceUpload,
  'evidence.readUpload': readEvidenceUpload,
  'evidence.sendChunk': sendEvidenceChunk,
  'evidence.finishUpload': finishEvidenceUpload,
  'evidence.cancelUpload': cancelEvidenceUpload,
  'evidence.custody': readCustody,
  'evidence.original': readOriginal,
  'evidence.package': exportPackage,
  'evidence.keys': evidenceKeys,
  'file.read': readFile,
  'stats.overview': statsOverview,
  'stats.waiting': statsWaiting,
  'health.process': healthz,
  'health.ready': readyz,
} as const satisfies Record<string, RouteDefinition>

export type RouteId = keyof typeof ROUTES
