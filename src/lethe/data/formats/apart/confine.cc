#include "lethe/data/formats/apart/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <vector>

#include "lethe/core/sanitizers.h"

namespace lethe::formats {
namespace {

constexpr rlim_t kMostDescriptors = 64;

// Every one that a reader of a file calls by way of the C library.
constexpr long kAllowedCalls[] = {
    SYS_read,         SYS_readv,     SYS_pread64,      SYS_write, SYS_writev,     SYS_lseek,
    SYS_close,        SYS_fstat,     SYS_newfstatat,   SYS_statx, SYS_mmap,       SYS_munmap,
    SYS_mremap,       SYS_mprotect,  SYS_madvise,      SYS_brk,   SYS_futex,      SYS_clock_gettime,
    SYS_gettimeofday, SYS_getrandom, SYS_rt_sigreturn, SYS_exit,  SYS_exit_group, SYS_sched_yield,
    SYS_getpid,       SYS_gettid,    SYS_fadvise64,
};

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_RISCV64;
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_PPC64LE;
#else
#error "the name of this architecture for seccomp filters is to be added here"
#endif

bool set_limit(decltype(RLIMIT_CPU) resource, rlim_t soft, rlim_t hard) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0) return false;
    limit.rlim_max = std::min(limit.rlim_max, hard);
    limit.rlim_cur = std::min(limit.rlim_max, soft);
    return ::setrlimit(resource, &limit) == 0;
}

bool set_limits(const ReaderLimits& limits) {
    const auto seconds = static_cast<rlim_t>(limits.cpu_seconds);
    bool set = set_limit(RLIMIT_CORE, 0, 0) && set_limit(RLIMIT_FSIZE, 0, 0) &&
               set_limit(RLIMIT_NOFILE, kMostDescriptors, kMostDescriptors) &&
               set_limit(RLIMIT_CPU, seconds, seconds + 1);
    // Sanitizers map more addresses than any machine has memory.
#if !defined(LETHE_ADDRESS_SANITIZER) && !defined(LETHE_THREAD_SANITIZER)
    const auto memory = static_cast<rlim_t>(limits.memory);
    set = set && set_limit(RLIMIT_AS, memory, memory) && set_limit(RLIMIT_DATA, memory, memory);
#endif
    for (const int signal : {SIGXCPU, SIGALRM}) std::signal(signal, SIG_DFL);
    ::alarm(static_cast<unsigned>(limits.seconds));
    return set;
}

// Files may be read beneath these alone: the file, and what iconv loads for a character set.
void narrow_files(const std::string& path) {
    landlock_ruleset_attr all{};
    all.handled_access_fs =
        LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
        LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR |
        LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
        LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
        LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
    const auto rules = static_cast<int>(::syscall(
        SYS_landlock_create_ruleset, &all,
        offsetof(landlock_ruleset_attr, handled_access_fs) + sizeof all.handled_access_fs, 0));
    if (rules < 0) return;
    for (const char* const name : {path.c_str(), "/usr/lib", "/usr/share", "/lib", "/lib64"}) {
        landlock_path_beneath_attr beneath{};
        beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
        beneath.parent_fd = ::open(name, O_PATH | O_CLOEXEC);
        if (beneath.parent_fd < 0) continue;
        ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
        ::close(beneath.parent_fd);
    }
    ::syscall(SYS_landlock_restrict_self, rules, 0);
    ::close(rules);
}

// A program for the kernel's filter: the architecture must be ours, the call one of those above, or
// one that opens a file for reading. A jump's two numbers say how many steps to leave out.
bool filter_calls() {
    constexpr auto kWord = static_cast<std::uint16_t>(BPF_LD | BPF_W | BPF_ABS);
    constexpr auto kEqual = static_cast<std::uint16_t>(BPF_JMP | BPF_JEQ | BPF_K);
    constexpr auto kMask = static_cast<std::uint16_t>(BPF_ALU | BPF_AND | BPF_K);
    constexpr auto kReturn = static_cast<std::uint16_t>(BPF_RET | BPF_K);
    const sock_filter allow = BPF_STMT(kReturn, SECCOMP_RET_ALLOW);
    const sock_filter refuse = BPF_STMT(kReturn, SECCOMP_RET_ERRNO | EPERM);
    std::vector<sock_filter> steps{
        BPF_STMT(kWord, offsetof(seccomp_data, arch)),
        BPF_JUMP(kEqual, kArchitecture, 1, 0),
        BPF_STMT(kReturn, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(kWord, offsetof(seccomp_data, nr)),
    };
    for (const long call : kAllowedCalls) {
        steps.push_back(BPF_JUMP(kEqual, static_cast<std::uint32_t>(call), 0, 1));
        steps.push_back(allow);
    }
    steps.push_back(BPF_JUMP(kEqual, static_cast<std::uint32_t>(SYS_openat), 1, 0));
    steps.push_back(refuse);
    constexpr std::uint32_t kWays = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_PATH;
    steps.push_back(BPF_STMT(kWord, offsetof(seccomp_data, args[2])));
    steps.push_back(BPF_STMT(kMask, kWays));
    steps.push_back(BPF_JUMP(kEqual, O_RDONLY, 0, 1));
    steps.push_back(allow);
    steps.push_back(refuse);
    const sock_fprog program{static_cast<unsigned short>(steps.size()), steps.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

bool confine(const std::string& path, const ReaderLimits& limits) {
    // Whoever presses Ctrl-C speaks to Lethe, which ends this process.
    for (const int signal : {SIGINT, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_IGN);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::syscall(SYS_close_range, 3U, ~0U, 0U);
    if (!set_limits(limits) || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    narrow_files(path);
    return filter_calls();
}

}  // namespace lethe::formats
