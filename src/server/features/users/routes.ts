import type { usersRoutes } from '#shared/contract/users.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { createMember } from './create-member.ts'
import { deleteMember } from './delete-member.ts'
import { exportMembers } from './export-members.ts'
import { importMembers } from './import-members.ts'
import { listMembers, readMember } from './list-members.ts'
import { searchUser } from './search-user.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { updateMember } from './update-member.ts'
import { validatePassword } from './validate-password.ts'

export const usersHandlers: HandlersOf<typeof usersRoutes> = {
  'user.list': listMembers,
  'user.read': readMember,
  'user.update': updateMember,
  'user.delete': deleteMember,
  'user.create': createMember,
  'user.validatePassword': validatePassword,
  'user.export': exportMembers,
  'user.import': importMembers,
  'email.undo': undoEmailChange,
  'user.search': searchUser,
}
