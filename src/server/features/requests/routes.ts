import type { requestsRoutes } from '#shared/contract/requests.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { listDeletedRequests, restoreRequest } from './bin.ts'
import { claimRequest, releaseRequest, nextRequest } from './review-lock.ts'
import { decideRequest, deleteRequest } from './decide-request.ts'
import { listRequests, readRequest } from './list-requests.ts'

export const requestsHandlers: HandlersOf<typeof requestsRoutes> = {
  'request.list': listRequests,
  'request.read': readRequest,
  'request.decide': decideRequest,
  'request.delete': deleteRequest,
  'request.deleted': listDeletedRequests,
  'request.restore': restoreRequest,
  'request.claim': claimRequest,
  'request.release': releaseRequest,
  'request.next': nextRequest,
}
