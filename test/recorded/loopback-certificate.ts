/** A certificate for 127.0.0.1 that signs itself, and its key: for servers of tests, worth nothing anywhere else. */
export const loopbackCertificate = `-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUS0hpCF3wqAQKl32X2AGn2T6HnxUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTAwMjI1M1oYDzIxMjYxMDI4
MDAyMjUzWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS0v4fy6/yio078qameYX5PtkujWOZqySXh5AaA9SU7wgijTjAGK2jX
o8m/0h8cZF+k0t9TggjZVlrobvJEzrcEo2QwYjAdBgNVHQ4EFgQUddQ50CjA+wjC
CRbeSIebqfVNiFUwHwYDVR0jBBgwFoAUddQ50CjA+wjCCRbeSIebqfVNiFUwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IHt8TwobXAQAaM/Gn16yD5v49G9/7adCwxqIE6yC2n5vAiAbhfLUmxnaLt0519Av
zB41Ck7iKjdETUcIKh/ClHOiiw==
-----END CERTIFICATE-----
`;

/** The key of `loopbackCertificate`. */
export const loopbackKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMhZmyjCgfNTAx2vn
atozhdlHwVabVXRMu1ljhujkyG2hRANCAAS0v4fy6/yio078qameYX5PtkujWOZq
ySXh5AaA9SU7wgijTjAGK2jXo8m/0h8cZF+k0t9TggjZVlrobvJEzrcE
-----END PRIVATE KEY-----
`;
