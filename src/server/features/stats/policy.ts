import type { RoleCode } from '#shared/domain/roles.ts'

/** Who may open the list of members may also see how many there are, and where; the numbers of money are for those who keep it. */
export const seesMemberNumbers = (role: RoleCode): boolean => role === 'A' || role === 'X'
export const seesPledgeNumbers = (role: RoleCode): boolean => role === 'A'
