# Confines this process as a plan says, and becomes the program that follows it. Arguments: the plan, then the program
# and its arguments. `src/process/sandbox/steps.ts` writes plans: a line for each step, its words apart by blanks, with
# `%XX` for bytes that would be read otherwise.
#
# Each step is one or a few system calls. The first that fails ends this process with 125, which programs leave to
# those who start them: nothing runs with less than was asked for. No module is loaded, so that the start is short and
# nothing is read from files that the plan has hidden.

my ($plan, @program) = @ARGV;
my %calls;
my %steps;

sub fail {
    my ($what) = @_;
    print STDERR "tutti: the sandbox could not be made: $what\n";
    exit 125;
}

# Numbers of system calls come with the plan: they differ from one kind of processor to another.
sub call {
    my $name = shift;
    # Not copied: the kernel writes into some of them.
    return syscall($calls{$name}, @_);
}

# A path as an open descriptor that no link leads to: another program may be at work on it meanwhile.
my @pinned;

sub pin {
    my ($path) = @_;
    my $name = "$path\0";
    my $how = pack("QQQ", 010000000 | 02000000, 0, 4);
    my $fd = call("openat2", -100, $name, $how, 24);
    fail("$path: $!") if $fd < 0;
    push @pinned, $fd;
    return $fd;
}

sub pinned { return "/proc/self/fd/" . pin($_[0]) . "\0" }

sub mounted {
    my ($from, $to, $type, $flags, $options, $name) = @_;
    fail("mount of $name: $!") if call("mount", $from, $to, $type, $flags, $options) < 0;
}

sub written {
    my ($path, $text) = @_;
    open(my $file, ">", $path) or fail("$path: $!");
    defined(syswrite($file, $text)) or fail("$path: $!");
    close($file);
}

$steps{calls} = sub {
    for (@_) { my ($name, $number) = split /=/; $calls{$name} = $number + 0 }
};

# Control groups are joined before anything is hidden.
$steps{group} = sub { written("$_[0]/cgroup.procs", "0") };

# Flags of unshare(2), and the user and group that a new namespace of users keeps.
$steps{namespaces} = sub {
    my ($flags, $user, $group) = @_;
    fail("namespaces: $!") if call("unshare", $flags + 0) < 0;
    if ($flags & 0x10000000) {
        written("/proc/self/setgroups", "deny");
        written("/proc/self/uid_map", "$user $user 1\n");
        written("/proc/self/gid_map", "$group $group 1\n");
    }
    # Mounts made here are not seen elsewhere, nor the other way round.
    mounted("none\0", "/\0", "\0", 0x40000 | 0x4000, "\0", "/") if $flags & 0x20000;
};

$steps{memory} = sub {
    my ($to, $options) = @_;
    mounted("tutti-memory\0", pinned($to), "tmpfs\0", 2 | 4, "$options\0", $to);
};

# Folders and files as they are now: what is mounted later covers them. `tree` is for a bind, `folder` for a layer.
my (%trees, %folders);
$steps{tree} = sub {
    my ($path) = @_;
    my $nothing = "\0";
    $trees{$path} = call("open_tree", pin($path), $nothing, 0x1000 | 0x8000 | 02000000 | 1);
    fail("$path: $!") if $trees{$path} < 0;
    push @pinned, $trees{$path};
};
$steps{folder} = sub { $folders{$_[0]} = pin($_[0]) };

# Where a mount goes, in memory that is new.
$steps{point} = sub {
    my ($to, $kind) = @_;
    my $made = "";
    my @names = grep { $_ ne "" } split /\//, $to;
    my $last = pop @names;
    for my $name (@names) { $made .= "/$name"; mkdir($made, 0755) }
    if ($kind eq "file") { open(my $file, ">>", $to) or fail("$to: $!") }
    else { -d $to or mkdir($to, 0755) or fail("$to: $!") }
};

$steps{bind} = sub {
    my ($from, $to, $mode) = @_;
    my ($tree, $nothing) = ($trees{$from}, "\0");
    # All below it as well; other marks of a mount stay as they are, which a plain user must not take away.
    my $attributes = pack("QQQQ", 1, 0, 0, 0);
    fail("$to read-only: $!")
      if $mode eq "ro" && call("mount_setattr", $tree, $nothing, 0x1000 | 0x8000, $attributes, 32) < 0;
    my $none = "\0";
    fail("mount of $to: $!") if call("move_mount", $tree, $nothing, pin($to), $none, 4 | 0x40) < 0;
};

# Folders as descriptors: the options of a mount have no way to write every name.
$steps{layer} = sub {
    my ($from, $to, $upper, $work, $options) = @_;
    my ($lower, $changes, $own) = map { "/proc/self/fd/$folders{$_}" } $from, $upper, $work;
    my $data = "lowerdir=$lower,upperdir=$changes,workdir=$own,$options\0";
    mounted("tutti-layer\0", pinned($to), "overlay\0", 0, $data, $to);
};

# A file of a variable, in memory that only this program and those below it see.
$steps{secret} = sub {
    my ($path, $variable) = @_;
    my $mask = umask(0077);
    written($path, $ENV{$variable});
    delete $ENV{$variable};
    umask($mask);
};

# Of the program alone: programs of the sandbox must not load what such a variable names.
$steps{variables} = sub {
    for (@_) { my ($name, $value) = split /=/, $_, 2; $ENV{$name} = $value }
};

# To where it was: what was mounted since lies over it.
my $here = readlink("/proc/self/cwd");
$steps{enter} = sub { chdir($here) or fail("$here: $!") };

$steps{loopback} = sub {
    socket(my $socket, 2, 2, 0) or fail("loopback: $!");
    my $request = pack("a16 s x22", "lo", 1);
    ioctl($socket, 0x8914, $request) or fail("loopback: $!");
    close($socket);
};

# Rights of root that are kept, as a mask; of all others nothing is left for any program from here on.
$steps{rights} = sub {
    my ($low, $high) = map { $_ + 0 } @_;
    for my $right (0 .. 63) {
        next if ($right < 32 ? $low >> $right : $high >> ($right - 32)) & 1;
        # Dropping needs a right itself, which a plain user does not have to lose.
        last if call("prctl", 24, $right, 0, 0, 0) < 0;
    }
    call("prctl", 47, 4, 0, 0, 0);
    my $head = pack("LL", 0x20080522, 0);
    my $held = pack("L6", 0, 0, 0, 0, 0, 0);
    fail("rights: $!") if call("capget", $head, $held) < 0;
    my @held = unpack("L6", $held);
    my $data = pack("L6", $held[0] & $low, $held[1] & $low, 0, $held[3] & $high, $held[4] & $high, 0);
    fail("rights: $!") if call("capset", $head, $data) < 0;
};

$steps{limit} = sub {
    my ($what, $most) = map { $_ + 0 } @_;
    my $old = pack("QQ", 0, 0);
    my $none = 0;
    fail("limits: $!") if call("prlimit64", 0, $what, $none, $old) < 0;
    my (undef, $hard) = unpack("QQ", $old);
    $most = $hard if $most > $hard;
    my $new = pack("QQ", $most, $most);
    fail("limits: $!") if call("prlimit64", 0, $what, $new, $none) < 0;
};


sub landlock {
    my ($files, $scopes) = @_;
    my $attributes = pack("QQQ", $files, 0, $scopes);
    my $set = call("landlock_create_ruleset", $attributes, 24, 0);
    fail("Landlock: $!") if $set < 0;
    return $set;
}

sub enforced {
    my ($set) = @_;
    fail("Landlock: $!") if call("prctl", 38, 1, 0, 0, 0) < 0;
    fail("Landlock: $!") if call("landlock_restrict_self", $set, 0) < 0;
    call("close", $set);
}

# What is read (`r`) and written (`w`); all other paths are refused, and with `scopes` abstract sockets of others and
# signals to processes outside, where the kernel knows how.
$steps{files} = sub {
    my ($scopes, @grants) = @_;
    my $none = 0;
    my $version = call("landlock_create_ruleset", $none, 0, 1);
    fail("Landlock: $!") if $version < 1;
    my $all = (1 << 13) - 1;
    $all |= 1 << 13 if $version >= 2;
    $all |= 1 << 14 if $version >= 3;
    $all |= 1 << 15 if $version >= 5;
    my $set = landlock($all, $scopes eq "scopes" && $version >= 6 ? 3 : 0);
    for my $grant (@grants) {
        my ($mode, $path) = $grant =~ /^([rw])(.*)$/s or fail("Landlock: $grant");
        my $fd = pin($path);
        my $access = $mode eq "w" ? $all : 1 | 4 | 8;
        $access &= 1 | 2 | 4 | (1 << 14) | (1 << 15) unless -d "/proc/self/fd/$fd";
        my $rule = pack("Ql", $access & $all, $fd);
        fail("Landlock: $path: $!") if call("landlock_add_rule", $set, 1, $rule, 0) < 0;
        call("close", $fd);
        pop @pinned;
    }
    enforced($set);
};

# A filter of system calls, in hexadecimal.
$steps{filter} = sub {
    my $code = pack("H*", $_[0]);
    my $filter = pack("S x6 P", length($code) / 8, $code);
    fail("filter: $!") if call("prctl", 38, 1, 0, 0, 0) < 0;
    fail("filter: $!") if call("seccomp", 1, 0, $filter) < 0;
};

# What this process was left open by those before it is not for the program.
$steps{close} = sub { call("close_range", 3, 0x7fffffff, 0) };

for my $line (split /\n/, $plan) {
    my ($step, @words) = map { s/%([0-9A-F]{2})/chr(hex($1))/ger } split / /, $line, -1;
    my $take = $steps{$step} or fail("there is no step $step");
    $take->(@words);
}
call("close", $_) for @pinned;
exec { $program[0] } @program or fail("$program[0]: $!");
