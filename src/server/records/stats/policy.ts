import { isManager, type Role } from '#shared/domain/people/roles.ts'

/**
 * Callers who may open the member list may see the numbers of members and countries; amounts of
 * money are for administrators of donations.
 */
export const seesMemberNumbers = (role: Role): boolean => isManager(role)
export const seesPledgeNumbers = (role: Role): boolean => role === 'admin'
