/** The calls about passwords (document 1 section 7, and the forgotten password). Whoever calls says in its place why one was refused. */
import { api } from '../../../engine/ui/store/api.ts';

interface LoginPassword {
  readonly login: string;
  readonly senha: string;
}

export const {
  useValidatePasswordMutation,
  useChangePasswordMutation,
  useForgotPasswordMutation,
  useCheckResetMutation,
  useResetPasswordMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** `senha` is the current one. */
    validatePassword: build.mutation<null, LoginPassword>({
      query: (body) => ({ url: '/usuarios/validar-senha', method: 'PUT', body, placed: true }),
    }),
    /** `senha` is the new one. Only after the current one was validated in this session. */
    changePassword: build.mutation<null, LoginPassword>({
      query: (body) => ({ url: '/usuarios/alterar-senha', method: 'PUT', body, placed: true }),
      // It has ended the others.
      invalidatesTags: (_answer, error) => (error ? [] : ['Sessions']),
    }),
    forgotPassword: build.mutation<null, { readonly userId: string }>({
      query: (body) => ({ url: '/auth/password/forgotten', method: 'POST', body, placed: true }),
    }),
    /** Whose rules hold for the owner of a link; refused where the link is dead. */
    checkReset: build.mutation<{ readonly grupoValidaSenha: boolean }, { readonly token: string }>({
      query: (body) => ({ url: '/auth/password/reset/check', method: 'POST', body, placed: true }),
    }),
    resetPassword: build.mutation<null, { readonly token: string; readonly senha: string }>({
      query: (body) => ({ url: '/auth/password/reset', method: 'POST', body, placed: true }),
    }),
  }),
});
